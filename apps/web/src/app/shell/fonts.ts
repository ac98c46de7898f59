import { defaultCustomization } from '#state/customization.ts'

/** The fonts that a person may choose; what is not the specification's is on every machine. */
export const fonts: readonly { value: string; label: string }[] = [
  { value: defaultCustomization.fontFamily, label: 'Roboto' },
  { value: 'system-ui, sans-serif', label: 'System' },
  { value: 'Verdana, sans-serif', label: 'Verdana' },
]
