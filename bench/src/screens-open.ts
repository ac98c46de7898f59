import { io, type Socket } from 'socket.io-client'

// In a process of its own: opens so many screens' live connections and writes down when each hears of which order, or of which rider's position.
const [address = '', token = '', count = '0', event = 'orderNot_1'] = process.argv.slice(2)
const heard = new Map<string, number[]>()

/** Nanoseconds of the machine's clock, the same in every process of it. */
const now = () => Number(process.hrtime.bigint())

function note(keys: readonly string[]): void {
  const at = now()
  for (const key of keys) {
    const times = heard.get(key) ?? []
    times.push(at)
    heard.set(key, times)
  }
}

const sockets = await Promise.all(
  Array.from(
    { length: Number(count) },
    () =>
      new Promise<Socket>((resolve, reject) => {
        const socket = io(address, { transports: ['websocket'], auth: { token }, forceNew: true })
        socket.once('welcome', () => resolve(socket)).once('connect_error', reject)
        if (event === 'riderMoved')
          socket.on('riderMoved', (moved: { riderId: string; at: string }[]) => note(moved.map(({ riderId, at }) => `${riderId} ${at}`)))
        else socket.on('orderNot_1', ({ notification }: { notification: { orderId: string } }) => note([notification.orderId]))
      }),
  ),
)
process.once('disconnect', () => process.exit(1))
process.send?.('open')
process.once('message', () => {
  for (const socket of sockets) socket.disconnect()
  process.send?.([...heard], () => process.exit(0))
})
