import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { Proxies } from '../context.ts'
import type { Log } from '../watch/log.ts'
import type { Metrics } from '../watch/metrics.ts'
import { isPrivateAddress } from './addresses.ts'

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'] as const

export function createProxies(trusted: readonly string[], log: Log, metrics: Metrics): Proxies {
  const trusts = proxyAddress.compile([...trusted])
  const peerOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? ''
  const isTrusted = (request: IncomingMessage) => trusts(peerOf(request), 0)
  const isForwarded = ({ headers }: IncomingMessage) => forwarding.some((name) => headers[name] !== undefined)
  let isTold = false

  return {
    addressOf: (request) => proxyAddress(request, trusts) ?? '',
    hostOf(request) {
      const forwarded = isTrusted(request) ? String(request.headers['x-forwarded-host'] ?? '') : ''
      // As Fastify does: of several, the last one was written by the proxy next to us.
      return forwarded.split(',').at(-1)?.trim() || request.headers.host
    },
    isDirect: (request) => !isTrusted(request) && !isForwarded(request),
    watch(request) {
      if (!isForwarded(request) || isTrusted(request)) return
      metrics.untrustedProxy.inc()
      const peer = peerOf(request)
      // Strangers write what they like: only a neighbour can be a proxy of ours.
      if (isTold || !isPrivateAddress(peer)) return
      isTold = true
      log.warn(
        { peer },
        `Requests come through a proxy that is not trusted: all its callers count as one. Behind a proxy? Set TRUST_PROXY=${peer}`,
      )
    },
  }
}
