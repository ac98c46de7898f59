import { Worker } from 'node:worker_threads'

const watch = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGTERM') }, 20)`

/**
 * Ends this process when it takes more than so many megabytes, whatever it is at: from a thread of its own, because what decodes a picture or
 * draws a page lets no timer of its own thread run, and takes memory that is no part of the heap.
 */
export function endBeyond(megabytes: number): void {
  new Worker(watch, { eval: true, workerData: megabytes * 1024 * 1024 }).unref()
}
