const EVERY_MS = 10_000

let lastShown = Number.NEGATIVE_INFINITY
let isLineOpen = false

/** Prints a line. */
export function say(text: string): void {
  closeLine()
  process.stdout.write(`${text}\n`)
}

/** Shows where a long task is: in one line that changes on a terminal, else a line every ten seconds at most. */
export function showProgress(text: string): void {
  if (process.stdout.isTTY) {
    process.stdout.write(`\r\u001b[K${text}`)
    isLineOpen = true
  } else if (performance.now() - lastShown > EVERY_MS) {
    lastShown = performance.now()
    process.stdout.write(`${text}\n`)
  }
}

function closeLine(): void {
  if (isLineOpen) process.stdout.write('\r\u001b[K')
  isLineOpen = false
}
