import { type AnyResource, anyResource } from '#kit/resource/define.ts'

const modules = import.meta.glob<Record<string, unknown>>('../features/**/*.resource.tsx', { eager: true })
const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'contract' in value && 'columns' in value

/** Every resource that a feature defines. */
export const allResources = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isResource)
  .map(anyResource)
