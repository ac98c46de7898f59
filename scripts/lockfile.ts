import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepForEveryNode } from './lockfile-rules.ts'
import { ROOT } from './program.ts'

const FILE = join(ROOT, 'package-lock.json')

// What npm writes, but for what would keep a package from some machines.
const lockfile = JSON.parse(readFileSync(FILE, 'utf8'))
keepForEveryNode(lockfile)
writeFileSync(FILE, `${JSON.stringify(lockfile, null, 2)}\n`)
