import { createTheme, type Theme } from '@mui/material/styles'
import type { Customization } from '#state/customization.ts'
import { componentStyles } from './component-styles.ts'
import { type ResolvedMode, tokens } from './tokens.ts'

/** The component library's theme out of the `customization` slice and the mode. */
export function createAppTheme(
  mode: ResolvedMode,
  { fontFamily, borderRadius }: Pick<Customization, 'fontFamily' | 'borderRadius'>,
): Theme {
  const colours = tokens[mode]
  return createTheme({
    spacing: 4,
    shape: { borderRadius },
    palette: {
      mode,
      primary: { main: colours.accent, contrastText: colours.onAccent },
      success: { main: colours.good },
      warning: { main: colours.warning },
      error: { main: colours.bad },
      info: { main: colours.info },
      background: { default: colours.page, paper: colours.surface },
      text: { primary: colours.text, secondary: colours.muted },
      divider: colours.line,
      // A tint of the accent at which muted text stays readable.
      action: { selected: `${colours.accent}14`, hover: `${colours.accent}0d` },
    },
    typography: {
      fontFamily,
      fontSize: 14,
      fontWeightMedium: 500,
      fontWeightBold: 600,
      button: { textTransform: 'none', fontWeight: 500 },
    },
    components: componentStyles(colours, borderRadius),
  })
}
