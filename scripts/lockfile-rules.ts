/** A package's entry in the lockfile, as far as we judge it. */
type Entry = {
  version?: string
  link?: boolean
  integrity?: string
  inBundle?: boolean
  optional?: boolean
  cpu?: string[]
  engines?: Record<string, string>
}

export type Lockfile = { packages: Record<string, Entry> }

/** The parts of `package.json` that name what is installed. */
export type Manifest = { [part in (typeof PARTS)[number]]?: Record<string, string> }

const PARTS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/

/** What the registry sends is compared with the lockfile: every package from there needs its hash. Names those without one. */
export function findUnverified({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path, { link, integrity, inBundle }]) => path.includes('node_modules/') && !link && !inBundle && !integrity)
    .map(([path, { version }]) => `package-lock.json: ${path} ${version} has no integrity`)
}

/**
 * npm leaves out an optional package, such as the binaries of a platform, that does not want the Node npm runs on. Ours run on the Node that is
 * installed with them, so what they want is no reason. Names those that would be left out somewhere.
 */
export function findLeftOut({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([, { optional, cpu, engines }]) => optional && cpu && engines)
    .map(([path]) => `package-lock.json: ${path} names engines, so npm on an older Node leaves it out: run "npm run lockfile"`)
}

/** Takes from a lockfile what `findLeftOut` complains about. */
export function keepForEveryNode({ packages }: Lockfile): void {
  for (const entry of Object.values(packages)) if (entry.optional && entry.cpu) delete entry.engines
}

/** Names the dependencies of a manifest (at `path`) whose version is a range. */
export function findRanges(path: string, manifest: Manifest): string[] {
  return PARTS.flatMap((part) =>
    Object.entries(manifest[part] ?? {})
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${path}: ${name} is ${version}, which is no exact version`),
  )
}
