import type { App } from '#kit/handler.ts'

/** Every module of the product, one line each. */
export const modules: readonly ((app: App) => void)[] = []

/** Endpoints that anyone may call. The start-up refuses a public endpoint that is not named here. */
export const openDoors: ReadonlySet<string> = new Set(['session.login'])
