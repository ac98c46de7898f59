import { nextChance } from '../patiently.ts'

// A stylesheet that did not come is asked for again neither by the browser nor by what loads the scripts that it belongs to.
document.addEventListener('error', ({ target }) => void askAgain(target), true)
// Those that failed before this was here.
for (const link of document.querySelectorAll('link')) void askAgain(link)

async function askAgain(target: EventTarget | null): Promise<void> {
  if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
  await nextChance()
  if (target.isConnected && !hasCome(target)) target.replaceWith(target.cloneNode())
}

function hasCome({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    // Rules of a sheet that failed may not be read.
    return false
  }
}
