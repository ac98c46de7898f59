import type { NamedEndpoint, Output, Parsed } from '@larder/contract'
import type { FastifyInstance } from 'fastify'
import type { Context, Services } from '../context.ts'
import type { Tagged } from './tags.ts'

/** What a module registers itself on. */
export interface App {
  fastify: FastifyInstance
  services: Services
  /** Every endpoint that has a handler, by name. */
  implemented: Map<string, NamedEndpoint>
  /** What each of them does, by the same name. */
  handlers: Map<string, AnyHandler>
  /** Tests read every answer against its schema; in production the serializer alone cuts it to the schema. */
  checkResponses: boolean
}

interface Checking {
  /** Refuses what is wrong with what is asked of an act, whatever the record is; `within` is where that stands in the request. */
  checkInput?: (ctx: Context, asked: unknown, within: string) => void
}

type Answer<E extends NamedEndpoint> = E['shape'] extends { tagged: true } ? Tagged<Output<E>> : Output<E>

export type Handler<E extends NamedEndpoint> = ((ctx: Context, input: Parsed<E>) => Promise<Answer<E>>) & Checking
/** A handler for each endpoint but those that the kit handles by what they declare. */
export type Handlers<T extends Record<string, NamedEndpoint>> = {
  [K in keyof T as T[K]['shape'] extends { exports: true } | { overMany: object } ? never : K]: Handler<T[K]>
}

/** A handler once its endpoint's types are no longer known. */
export type AnyHandler = ((ctx: Context, input: unknown) => Promise<unknown>) & Checking
