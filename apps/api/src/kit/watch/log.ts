import type { FastifyBaseLogger } from 'fastify'

/** The part of a logger that the kit writes to. */
export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
