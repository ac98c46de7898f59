import type { BrowserContext, CDPSession } from 'playwright-core'

/** One thing that the page asked for, and when: milliseconds since it was asked for itself. */
export interface Asked {
  path: string
  at: number
}

/** A page load as a slow machine on a slow line sees it. */
export interface Visit {
  /** Milliseconds from the start of the navigation until what was waited for had been painted. */
  ms: number
  /** What was asked for until then, the page itself included. */
  requests: Asked[]
}

/** A quarter of this machine's speed, 8 Mbit/s, 60 ms there and back. */
const slowness = { cpu: 4, bytesPerSecond: 1_000_000, latencyMs: 60 }
const patienceMs = 60_000

/** Opens a page of its own at an address and waits until something that the selector names has been painted. */
export async function visit(context: BrowserContext, address: string, selector: string): Promise<Visit> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    const requests = await noteRequests(devtools)
    await slowDown(devtools)
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'tellPainted' })
    const painted = hearPaint(devtools)
    await page.addInitScript(tellPaintOf, selector)
    const [ms] = await Promise.all([painted, page.goto(address, { waitUntil: 'commit' })])
    // What comes later (the live connection, saved views) goes on undisturbed: the next visit finds it in the cache.
    await page.waitForLoadState('networkidle')
    return { ms, requests: requests().filter(({ at }) => at <= ms) }
  } finally {
    await page.close()
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  const { cpu, bytesPerSecond, latencyMs } = slowness
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

async function noteRequests(devtools: CDPSession): Promise<() => Asked[]> {
  const seen: { url: string; timestamp: number }[] = []
  const sockets = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ request, timestamp }) => seen.push({ url: request.url, timestamp }))
  devtools.on('Network.webSocketCreated', ({ requestId, url }) => sockets.set(requestId, url))
  devtools.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, timestamp }) =>
    seen.push({ url: sockets.get(requestId) ?? '', timestamp }),
  )
  await devtools.send('Network.enable')
  return () =>
    seen
      .filter(({ url }) => /^(http|ws)/.test(url))
      .map(({ url, timestamp }) => ({ path: new URL(url).pathname, at: (timestamp - (seen[0]?.timestamp ?? 0)) * 1000 }))
}

/** What the page tells of itself. Whoever asks it from outside has it read two hundred kilobytes of theirs first, and be as slow for it as it is. */
function hearPaint(devtools: CDPSession): Promise<number> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('nothing of it was painted')), patienceMs)
    devtools.once('Runtime.bindingCalled', ({ payload }) => {
      clearTimeout(late)
      resolve(Number(payload))
    })
  })
}

/** Runs in the page before anything else: tells the moment after the frame that shows the first such element. */
function tellPaintOf(selector: string): void {
  const { tellPainted } = window as unknown as { tellPainted: (ms: string) => void }
  const look = () => {
    if (!document.querySelector(selector)) return void requestAnimationFrame(look)
    setTimeout(() => tellPainted(String(performance.now())))
  }
  requestAnimationFrame(look)
}
