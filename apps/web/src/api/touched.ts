// Longer than the bell waits from one question to the next: what is touched is always followed by one that counts.
const attendedMs = 65_000
// A page that begins was opened by somebody.
let touchedAt = performance.now()

function touch(): void {
  touchedAt = performance.now()
}

/** From now on it is known when somebody last touched this tab. */
export function watchTouches(): void {
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart']) addEventListener(type, touch, { capture: true, passive: true })
}

/** Whether nobody has touched this tab for more than a minute: what is asked then is asked by the page itself. */
export function isUnattended(): boolean {
  return performance.now() - touchedAt > attendedMs
}
