import { buildWebApp } from './web-build.ts'

try {
  const built = await buildWebApp()
  process.stdout.write(built ? 'The web app is built.\n' : 'The web app was already built from these sources.\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
