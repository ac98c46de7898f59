import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

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

/** Opens an address in a tab of its own and waits until something that the selector names has been painted. */
export type Look = (address: string, selector: string) => Promise<Visit>

/** A quarter of this machine's speed, 8 Mbit/s, 60 ms there and back. */
const slowness = { cpu: 4, bytesPerSecond: 1_000_000, latencyMs: 60 }
const patienceMs = 60_000
const quietMs = 500
const painted = '/painted'

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--window-size=1440,900',
  '--remote-debugging-port=0',
]

/**
 * A browser with a profile of its own, kept for as long as it is used; signed in where there is a token. It is spoken to directly: a library that
 * drives pages has the engine tell of all that it runs (`Runtime.enable`), and to name places in a script the engine parses it once more; a page
 * stood a tenth of a second later for it.
 */
export async function inPlainBrowser<T>(token: string | null, use: (look: Look) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'larder-bench-browser-'))
  const child = spawn(process.env.CHROMIUM || '/usr/bin/chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    const devtools = await connect(await addressOf(child.stderr))
    return await use((address, selector) => visit(devtools, { address, selector, token }))
  } finally {
    child.kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('the browser did not start')
}

/** What is read of the events of a page's network; each has some of it. */
interface Message {
  sessionId?: string
  method: string
  params: { requestId: string; url: string; timestamp: number; request: { url: string } }
}
type Answer = Record<string, string>

interface Devtools {
  send: (method: string, params?: object, sessionId?: string) => Promise<Answer>
  listen: (heard: (message: Message) => void) => void
}

async function connect(address: string): Promise<Devtools> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }))
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  const listeners: ((message: Message) => void)[] = []
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.method) for (const heard of listeners) heard(message)
    else if (message.error) waiting.get(message.id)?.reject(new Error(message.error.message))
    else waiting.get(message.id)?.resolve(message.result)
  }
  let sent = 0
  return {
    listen: (heard) => listeners.push(heard),
    send(method, params = {}, sessionId) {
      const answer = Promise.withResolvers<Answer>()
      waiting.set(++sent, answer)
      socket.send(JSON.stringify({ id: sent, method, params, sessionId }))
      return answer.promise
    },
  }
}

async function visit(
  devtools: Devtools,
  { address, selector, token }: { address: string; selector: string; token: string | null },
): Promise<Visit> {
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params: object) => devtools.send(method, params, sessionId)
  const seen: { url: string; timestamp: number }[] = []
  const sockets = new Map<string, string>()
  const standing = Promise.withResolvers<number>()
  let heardAt = 0
  devtools.listen(({ sessionId: from, method, params: { requestId, url, timestamp, request } }) => {
    if (from !== sessionId) return
    heardAt = performance.now()
    if (method === 'Network.requestWillBeSent') {
      seen.push({ url: request.url, timestamp })
      const { pathname, search } = new URL(request.url)
      if (pathname === painted) standing.resolve(Number(search.slice(1)))
    }
    if (method === 'Network.webSocketCreated') sockets.set(requestId, url)
    if (method === 'Network.webSocketWillSendHandshakeRequest') seen.push({ url: sockets.get(requestId) ?? '', timestamp })
  })
  const { cpu, bytesPerSecond, latencyMs } = slowness
  const line = { latency: latencyMs, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await send('Network.enable', {})
  await send('Page.enable', {})
  await send('Network.emulateNetworkConditions', { offline: false, ...line })
  await send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (token) await before(send, (stored: string) => localStorage.setItem('accessToken', stored), token)
  await before(send, tellPaintOf, { selector, painted })
  const late = setTimeout(() => standing.reject(new Error(`${address}: nothing of it was painted`)), patienceMs)
  const [ms] = await Promise.all([standing.promise, send('Page.navigate', { url: address })])
  clearTimeout(late)
  // What comes later (the live connection, saved views) goes on undisturbed: the next visit finds it in the cache.
  while (performance.now() - heardAt < quietMs) await pause(quietMs)
  await devtools.send('Target.closeTarget', { targetId })
  const began = seen[0]?.timestamp ?? 0
  const requests = seen
    .filter(({ url }) => /^(http|ws)/.test(url))
    .map(({ url, timestamp }) => ({ path: new URL(url).pathname, at: (timestamp - began) * 1000 }))
  return { ms, requests: requests.filter(({ path, at }) => at <= ms && path !== painted) }
}

/** Has the page run something of ours before anything of its own. */
function before<Given>(
  send: (method: string, params: object) => Promise<unknown>,
  run: (given: Given) => void,
  given: Given,
): Promise<unknown> {
  return send('Page.addScriptToEvaluateOnNewDocument', { source: `(${run})(${JSON.stringify(given)})` })
}

/** Runs in the page: tells the moment after the frame that shows the first such element, by asking for it. Whoever asked the page from outside would slow it. */
function tellPaintOf({ selector, painted }: { selector: string; painted: string }): void {
  const look = () => {
    if (!document.querySelector(selector)) return void requestAnimationFrame(look)
    setTimeout(() => void fetch(`${painted}?${performance.now()}`))
  }
  requestAnimationFrame(look)
}
