import './keep-compiled.ts'

await import('./serve.ts')
