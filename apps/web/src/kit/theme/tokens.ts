/** The colours of both modes; every other style takes them from here. */
export const tokens = {
  light: {
    page: '#F6F7F9',
    surface: '#FFFFFF',
    line: '#E4E7EC',
    text: '#14181F',
    muted: '#566070',
    accent: '#0F766E',
    onAccent: '#FFFFFF',
    good: '#15803D',
    warning: '#B05109',
    bad: '#B91C1C',
    info: '#0369A1',
  },
  dark: {
    page: '#0E1116',
    surface: '#151A21',
    line: '#27303B',
    text: '#E8EBEF',
    muted: '#9AA5B4',
    accent: '#2DD4BF',
    onAccent: '#06201D',
    good: '#4ADE80',
    warning: '#FBBF24',
    bad: '#F87171',
    info: '#38BDF8',
  },
} as const

export type ResolvedMode = keyof typeof tokens
