/** A weight in grams as people say it: `850 g`, `1.25 kg`. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${Number((grams / 1000).toFixed(3))} kg`
}
