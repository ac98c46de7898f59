import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useAppState } from '../store.ts'
import { createAppTheme } from '../theme/theme.ts'
import { useMode } from '../theme/use-mode.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
const cache = createCache({ key: 'larder', ...(nonce && { nonce }) })

/** The component library's theme, its styles under the page's own nonce. */
export function Style({ children }: { children: ReactNode }) {
  const mode = useMode()
  const { fontFamily, borderRadius } = useAppState(({ customization }) => customization)
  const theme = useMemo(() => createAppTheme(mode, { fontFamily, borderRadius }), [mode, fontFamily, borderRadius])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
