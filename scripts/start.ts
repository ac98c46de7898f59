import { launch } from './launch.ts'

await launch({ hotReload: false })
