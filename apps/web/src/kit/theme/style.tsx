import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useMemo } from 'react'
import { useSelector } from 'react-redux'
import type { Customization } from '#state/customization.ts'
import { createAppTheme } from './theme.ts'
import { useMode } from './use-mode.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
const cache = createCache({ key: 'larder', ...(nonce && { nonce }) })

/**
 * The component library's theme, its styles under the page's own nonce. Whatever the library draws stands in one: what floats brings its
 * own, a page with fields has one around it.
 */
export function Style({ children }: { children: ReactNode }) {
  const mode = useMode()
  const { fontFamily, borderRadius } = useSelector(({ customization }: { customization: Customization }) => customization)
  const theme = useMemo(() => createAppTheme(mode, { fontFamily, borderRadius }), [mode, fontFamily, borderRadius])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    </CacheProvider>
  )
}
