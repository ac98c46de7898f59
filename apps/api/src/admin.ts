import './keep-compiled.ts'

await import('./admin-commands.ts')
