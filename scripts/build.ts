import { buildProduct } from './builds.ts'

try {
  const built = await buildProduct()
  process.stdout.write(built ? 'Larder is built.\n' : 'Larder was already built from these sources.\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
