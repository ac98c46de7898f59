import type { ThemeOptions } from '@mui/material/styles'
import type { tokens } from './tokens.ts'

/** What the library's components look like here: lines instead of shadows, controls two thirds and chips half of the radius. */
export function componentStyles(colours: (typeof tokens)['light' | 'dark'], radius: number): NonNullable<ThemeOptions['components']> {
  const control = { borderRadius: (radius * 2) / 3 }
  return {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&:focus-visible': { outline: `2px solid ${colours.accent}`, outlineOffset: 2 } } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { ...control, minHeight: 36, whiteSpace: 'nowrap' },
        sizeSmall: { minHeight: 32 },
        outlined: { borderColor: colours.line },
      },
    },
    MuiIconButton: { styleOverrides: { root: control } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: colours.line } } },
    MuiChip: { styleOverrides: { root: { borderRadius: radius / 2 } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: { ...control, backgroundColor: colours.surface, fontSize: 14 },
        notchedOutline: { borderColor: colours.line },
      },
    },
    MuiInputAdornment: { styleOverrides: { root: { '& .MuiTypography-root': { fontSize: 14 } } } },
    MuiInputLabel: { styleOverrides: { root: { color: colours.text } } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: 12, ...control } } },
    MuiAlert: { styleOverrides: { root: control } },
    MuiToggleButton: { styleOverrides: { root: { ...control, textTransform: 'none' } } },
    MuiMenuItem: { styleOverrides: { root: { fontSize: 14 } } },
  }
}
