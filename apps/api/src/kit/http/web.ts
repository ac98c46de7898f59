import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import statics from '@fastify/static'
import { tileOrigin } from '@larder/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { readSetting } from '../settings.ts'
import { pathOf } from './path-of.ts'
import { pagePolicy } from './security-headers.ts'
import { readWebPages, type WebPages } from './web-pages.ts'

const year = 31_536_000_000

/** Serves the files of the built web app, hashed ones for ever and ready compressed. Gives its pages, or null if nothing is built. */
export async function serveWeb(fastify: FastifyInstance, webRoot: string): Promise<WebPages | null> {
  if (!existsSync(join(webRoot, 'index.html'))) return null
  const outsideContract = { config: { outsideContract: true, servesFile: true } } as const
  await fastify.register(statics, { root: webRoot, serve: false, preCompressed: true, dotfiles: 'deny', index: false })
  if (existsSync(join(webRoot, 'assets'))) {
    fastify.get('/assets/*', outsideContract, (request, reply) => {
      const file = (request.params as { '*': string })['*']
      return reply.sendFile(`assets/${file}`, { immutable: true, maxAge: year })
    })
  }
  for (const file of rootFiles(webRoot))
    fastify.get(`/${file}`, outsideContract, (_request, reply) => reply.sendFile(file, { maxAge: 3_600_000 }))
  return readWebPages(webRoot)
}

/** Whether an unknown address is a page of the web app rather than a mistake of a program. */
export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|assets|socket\.io)(\/|$)/.test(pathOf(url))) return false
  return (headers.accept ?? '*/*').split(',').some((type) => /^\s*(text\/html|\*\/\*)/.test(type))
}

/** The app's page with a fresh nonce for its styles and what the asked screen needs announced. */
export async function sendPage(pages: WebPages, services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // The page stands while the database is away, too, and waits for nobody.
  const tiles = await Promise.race([readSetting(services, 'installation.mapTiles').catch(() => ''), pause(250, '', { ref: false })])
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      pagePolicy({ nonce, scriptHashes: pages.scriptHashes, host: request.host, tiles: tileOrigin(tiles) }),
    )
    .send(pages.render(pathOf(request.url), nonce))
}

function rootFiles(webRoot: string): string[] {
  const isServed = (name: string) => !name.startsWith('.') && !/\.(html|br|gz)$/.test(name) && statSync(join(webRoot, name)).isFile()
  return readdirSync(webRoot).filter(isServed)
}
