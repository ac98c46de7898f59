declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    body?: string
    headers?: Record<string, string>
  }
  interface Options {
    url: string
    connections: number
    duration?: number
    amount?: number
    requests: { setupRequest: (request: Request) => Request }[]
  }
  interface Run extends PromiseLike<unknown> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void): this
  }
  // biome-ignore lint/style/noDefaultExport: the package's own
  export default function autocannon(options: Options): Run
}
