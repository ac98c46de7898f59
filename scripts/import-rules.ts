import { findCycles } from './import-cycles.ts'
import { type Import, type SourceFile, scanImports, type Violation } from './import-scan.ts'

/** A part of the house: which files it is, which other files it may import, and why not more. */
type Part = { name: string; files: RegExp; mayImport: RegExp; because: string }

const CONTRACT = 'packages/contract/src/index\\.ts$'
const PARTS: Part[] = [
  part('contract', 'packages/contract/src/', ['packages/contract/src/'], 'the contract knows nothing of ours'),
  part('api/db', 'apps/api/src/db/', ['apps/api/src/db/', CONTRACT], 'the database layer knows no rule'),
  part('api/kit', 'apps/api/src/kit/', ['apps/api/src/(?:kit|db)/', 'apps/api/src/config\\.ts$', CONTRACT], 'the kit knows no module'),
  part(
    'api/jobs',
    'apps/api/src/jobs/',
    ['apps/api/src/(?:jobs|kit|db)/', 'apps/api/src/modules/(?:[^/]+/)+[^/]+\\.service\\.ts$', CONTRACT],
    "a job uses modules through their services' verbs",
  ),
  part(
    'api/seed',
    'apps/api/src/seed/',
    ['apps/api/src/(?:(?:seed|kit|db|modules)/|kept-secret\\.ts$)', CONTRACT],
    'the seed makes what the product makes, by its own rules',
  ),
  part('web/state', 'apps/web/src/state/', ['apps/web/src/state/', CONTRACT], 'the state knows the contract only'),
  part('web/api', 'apps/web/src/api/', ['apps/web/src/(?:api|state)/', CONTRACT], 'the API client knows no screen'),
  part('web/kit', 'apps/web/src/kit/', ['apps/web/src/(?:kit|api|state)/', CONTRACT], 'the kit knows no record and no feature'),
  part(
    'web/entities',
    'apps/web/src/entities/',
    ['apps/web/src/(?:entities|kit|api|state)/', CONTRACT],
    'what several features say of a record knows none of them',
  ),
  part('web/app', 'apps/web/src/(?:app/|[^/]+$)', ['apps/web/src/', CONTRACT], 'the app stays in the web'),
  part('simulator', 'apps/simulator/', ['apps/simulator/', CONTRACT], 'it uses the product only through its door'),
  part('gateway', 'apps/gateway/', ['apps/gateway/', CONTRACT], 'it knows the product only by what it is asked'),
  part('e2e', 'e2e/', ['e2e/', CONTRACT], 'it uses the product only through its door'),
  part(
    'bench',
    'bench/',
    ['bench/', 'e2e/src/(?:caller|product|shopper|staff)\\.ts$', CONTRACT],
    'it uses the product only through its door',
  ),
]

const PACKAGES: { packages: RegExp; only: RegExp; because: string }[] = [
  {
    packages: /^@mui\/|^@emotion\//,
    only: /^apps\/web\/src\/(?:kit|app\/shell|app\/theme)/,
    because: 'MUI is imported in the kit, the shell and the theme only',
  },
  { packages: /^socket\.io-client$/, only: /^apps\/web\/src\/api\/|^bench\//, because: 'live events come through web/api only' },
  { packages: /^react-hook-form$|^@hookform\//, only: /^apps\/web\/src\/kit\//, because: 'forms are made by the kit' },
  { packages: /^(?!zod(?:\/mini)?$)/, only: /^(?!packages\/contract\/)/, because: 'the contract needs zod and nothing else' },
]

/** Checks who imports what: the table of ARCHITECTURE.md, packages that have one place, barrels and cycles. Tests may reach anywhere. */
export function findImportViolations(files: SourceFile[]): Violation[] {
  const product = files.filter(({ path }) => !isTest(path))
  const imports = new Map(product.map((file) => [file.path, scanImports(file)]))
  return [...[...imports].flatMap(([path, list]) => list.flatMap((one) => judge(path, one))), ...findCycles(imports)]
}

/** Whether a file is a test or belongs to tests. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|^e2e\/|^apps\/api\/test\//.test(path)
}

function judge(path: string, { specifier, target, line, isReExport }: Import): Violation[] {
  const complaint = target === null ? judgePackage(path, specifier) : judgeTarget(path, target)
  const barrel =
    isReExport &&
    target !== null &&
    !/^packages\/contract\/src\/(?:index|resources)\.ts$|^apps\/api\/src\/modules\.ts$/.test(path) &&
    'passes on another file: import it where it is needed, the lists of contracts and of modules alone pass on'
  return [complaint, barrel].flatMap((message) => (message ? [{ path, line, message }] : []))
}

function judgePackage(path: string, specifier: string): string | null {
  const rule = PACKAGES.find(({ packages, only }) => packages.test(specifier) && !only.test(path))
  return rule ? `may not import ${specifier}: ${rule.because}` : null
}

function judgeTarget(path: string, target: string): string | null {
  const { mayImport, because } = partOf(path) ?? {}
  return mayImport && !mayImport.test(target) ? `may not import ${target}: ${because}` : null
}

// Modules and features each are a part of their own.
function partOf(path: string): Part | undefined {
  const module = /^apps\/api\/src\/modules\/([^/]+)\//.exec(path)?.[1]
  if (module) {
    const mine = `apps/api/src/modules/${module}/`
    const may = [mine, 'apps/api/src/(?:kit|db)/', 'apps/api/src/modules/(?:[^/]+/)+[^/]+\\.service\\.ts$', CONTRACT]
    return part(module, mine, may, "a module uses another through its service's verbs")
  }
  const feature = /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  if (feature) {
    const mine = `apps/web/src/features/${feature}/`
    return part(
      feature,
      mine,
      [mine, 'apps/web/src/(?:entities|kit|api|state)/', CONTRACT],
      'a feature knows entities, the kit, the API client and the state',
    )
  }
  return PARTS.find(({ files }) => files.test(path))
}

function part(name: string, files: string, mayImport: string[], because: string): Part {
  return { name, files: new RegExp(`^${files}`), mayImport: new RegExp(`^(?:${mayImport.join('|')})`), because }
}
