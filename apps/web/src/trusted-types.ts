/** Markup that libraries may set as text: Leaflet asks once whether SVG works, and empties its containers. Nothing else becomes HTML. */
const allowedMarkup: ReadonlySet<string> = new Set(['', '<svg/>'])

interface TrustedTypes {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

/** The page's one Trusted Types policy: no string becomes HTML, script or a script's address beyond the list above. */
export function installTrustedTypes(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (allowedMarkup.has(text)) return text
      throw new TypeError('text does not become HTML in this application')
    },
  })
}
