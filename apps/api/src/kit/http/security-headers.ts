import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#src/config.ts'

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** The policy of a file that somebody brought: were it opened as a page, it could do nothing. */
export const filePolicy = `${closed}; sandbox`
const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()'
const plainHost = /^[\w.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** What every answer tells a browser about itself; answers that are pages bring a policy of their own. */
export function addSecurityHeaders(fastify: FastifyInstance, { host }: Config): void {
  const standing = { ...standingHeaders(host), 'permissions-policy': permissionsPolicy, 'content-security-policy': closed }
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(standing)
    done()
  })
}

// The same for every answer: they are asked for once, and not of a chain of functions each time.
function standingHeaders(host: string): Record<string, string> {
  const headers = new Headers()
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  const write = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: loopback.has(host) ? false : { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  write({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return Object.fromEntries(headers)
}

/** What a page is built of and shows. */
interface PageParts {
  nonce: string
  /** Of the scripts that stand in the page. */
  scriptHashes: readonly string[]
  host: string | undefined
  /** The origin of a map's pictures. */
  tiles: string | null
}

/**
 * The policy of the web app's page: scripts of this origin and those that the build put into the page, styles by nonce, sockets to the page's own host,
 * no string becomes HTML or script without the app's own Trusted Types policy.
 */
export function pagePolicy({ nonce, scriptHashes, host, tiles }: PageParts): string {
  const sockets = host && plainHost.test(host) ? ` ws://${host} wss://${host}` : ''
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    `connect-src 'self'${sockets}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:${tiles ? ` ${tiles}` : ''}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}

/** The policy of a page without script that brings its own styles, named by their hash. */
export function documentPolicy(styleHash: string): string {
  return `${closed}; style-src 'sha256-${styleHash}'`
}
