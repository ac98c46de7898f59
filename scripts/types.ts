import { writeDatabaseTypes } from './database-types.ts'

await writeDatabaseTypes()
