/** How a browser of the journeys is started. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: what takes longest to be compiled is never worth it.
  '--js-flags=--no-turbofan',
]
const whole = process.env.CHROMIUM || '/usr/bin/chromium'

export const wholeBrowser = { executablePath: whole, args }
/** The same engine without windows, where it is installed: journeys take a fifth less of the processor. It has no reader of PDF. */
export const leanBrowser = { executablePath: process.env.HEADLESS_SHELL || whole, args }
