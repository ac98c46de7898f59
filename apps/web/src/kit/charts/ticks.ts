const steps = [1, 2, 2.5, 5, 10]

/** Round figures from 0 to at least `most`, four or five of them: 0, 25, 50, 75, 100. Whole numbers only. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most / 4)
  const scale = 10 ** Math.floor(Math.log10(rough))
  const step = steps.map((each) => each * scale).find((each) => each >= rough && Number.isInteger(each)) ?? scale * 10
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}
