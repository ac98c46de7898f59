import { open } from 'node:fs/promises'

/** What the product has acknowledged, on disk. */
export interface AckLog {
  /** Resolves when the line is on disk. Lines of customers who order at the same time share one write. */
  add(id: string): Promise<void>
  close(): Promise<void>
}

interface Waiting {
  line: string
  done: () => void
  failed: (reason: unknown) => void
}

export async function openAckLog(path: string): Promise<AckLog> {
  const file = await open(path, 'a')
  let waiting: Waiting[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await file.write(batch.map(({ line }) => line).join(''))
        await file.datasync()
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing = null
  }

  return {
    add: (id) =>
      new Promise((done, failed) => {
        waiting.push({ line: `${id}\n`, done, failed })
        writing ??= writeAll()
      }),
    close: async () => {
      await writing
      await file.close()
    },
  }
}
