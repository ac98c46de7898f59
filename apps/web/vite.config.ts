import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { compileAhead } from './compile-ahead.ts'
import { ownPermissions } from './own-permissions.ts'
import { prefetchScript } from './prefetch-script.ts'
import { routePreloads } from './route-preloads.ts'
import { withoutDescriptions } from './without-descriptions.ts'

/** Files by their paths below `src`, and whole packages; with each comes all that it imports. */
function files(...paths: string[]): RegExp {
  return new RegExp(paths.map((path) => (path.startsWith('@') ? `/node_modules/${path}/` : `/src/${path}\\.tsx?$`)).join('|'))
}

/** What the sign-in shares with others: beside anything else it would bring that along. */
const signIn = files('app/plain/(?:password-field|plain-field)', 'resources/system')
/** Small, and shared with what is large by chance: each would bring that along. */
const lazily = files('kit/(?:lazily|or-words)')
const approval = files('resources/(?:approval|setup)')
/** What a list of orders is made of. */
const page = files(
  'api/live',
  'app/shell/(?:header|sidebar|live|snack-bar-host|shell-keys)',
  'kit/(?:actions/ask-host|cells/columns|filters/filters|late|layout/card|patiently|use-focus-keeper)',
  'kit/resource/(?:list/list-screen|rows/prepare-rows)',
  'entities/(?:order/order-status|references)',
  'features/orders/(?:orders\\.resource|order-path)',
)
/** What is pressed on an order's page and over a selection of orders alike: each would bring along what else those are made of. */
const orderPress = files('features/orders/use-printing')
/** Where this tab looks: told by what is shown, said by the live connection. */
const looking = files('api/looking')
/** What is done with an order: on the board, its page, the dashboard, the map and the list of scheduled ones. */
const orderActs = files('entities/order/(?:accept-control|order-acts)', 'features/orders/(?:for-slot|order-actions|order-asks)')
/** Items of an order as they are typed, and what they come to: an order by phone, an edit and an item that is out. */
const orderLines = files(
  'features/orders/(?:edit-lines-input|edit-preview|quote-preview)',
  'entities/choice-inputs',
  'kit/fields/inputs/found-input',
)
/** Contracts that those and plain lists share: each would bring an input along. */
const parts = files('resources/(?:basket|document|menu-item|order-edit|order-problem)')
/** Menus and what changes them, and people and their money: other lists have a few of these contracts by chance. */
const menus = files(
  'resources/(?:brand|bulk-change|change-field|change-set|choice-group|item|menu-category)',
  'entities/choice-words',
  'import-fields',
)
/** What the lists of a menu share, and no order. */
const menuLists = files('features/menu/(?:menu-references|served)')
const changeWords = files('resources/change-row', 'features/change-sets/change-words')
const people = files('resources/(?:cash|remedy|rider-pay|rider-shift|tax-profile|ticket)')
const carts = files('resources/(?:cart|customer-segment|wallet)', 'features/customers/(?:carts\\.resource|cart-lines)')
/** A file of rows, as it is chosen. */
const chooser = files('kit/resource/import/file-chooser', 'api/imports')
const slots = files('entities/order/slot-times')
/** How an order is named wherever one is spoken of. */
const orderNames = files('entities/order/order-heading', 'features/orders/(?:order-number|slot-words)')
/** A file that is sent with a form. */
const upload = files('kit/fields/inputs/(?:use-upload|upload-frame|picture-input)', 'api/upload')
/** A filter by itself in the head of a page, and a list in a tab: each would bring along what else those pages are made of. */
const heads = files('kit/filters/filter-choice', 'kit/resource/record/sublist')
/** A figure that counts, an input of no form, and how long something lasts: on few pages, and each would bring along what else those are made of. */
const figure = files('kit/layout/figure', 'kit/fields/(?:length-field|unbound)')
/** Where orders go and riders are: on an order's map, that of all that is open, and a replay. */
const floorContract = files('resources/(?:floor|order-track)')
const floor = files('features/orders/floor/(?:way|delivery-card|floor-markers)')
/** What lies around on a map, by its lists. */
const around = files('entities/surroundings')
/** A card of the board: at the dashboard too. */
const card = files('features/orders/(?:age|age-ring|board-card)')
/** The board itself. */
const board = files('features/orders/(?:board-column|in-stages|live-board|use-stage-sounds)')
/** Small, and shared with large pages by chance: each would bring those along. */
const charts = files('kit/charts/(?:bar-chart|share-rows|ticks)')
const branchDay = files('features/orders/branch/day-figures', 'resources/branch-day')
const alerts = files('events', 'resources/alert', 'entities/alert/(?:alert-rows|use-arrived)')
const reveal = files('kit/actions/reveal')
const findings = files('kit/(?:actions/task-button|feedback/findings)')
/** What the page of a record adds to that, and the declaration of one with a form. */
const record = files(
  'kit/(?:actions/action-bar|cells/pictured|map/map|panels/panels)',
  'kit/fields/(?:backdrop|choice-fields|field|hours-fields|map-fields|picture-field)',
  'kit/resource/(?:actions-of|use-record|form/draft|record/(?:last-change|record-layout))',
  '@tabler/icons-react',
  // Small, and shared with a form by chance: it would bring the form along.
  'resources/rider',
)
/** What is typed into, and what floats around it. */
const form = files(
  'kit/actions/(?:ask|request)-dialog',
  'kit/fields/(?:form/(?:field-row|fields-form|fields-dialog|form-fields|use-contract-form|use-form-values|use-proposal)|inputs/(?:hours-input|lines-input))',
  'kit/filters/one-of-input',
  'kit/layout/dialog',
  'kit/resource/form/(?:form-dialog|form-screen)',
  'entities/order/address-fields',
)
/** What only the page of a record needs. */
const detail = files('kit/resource/record/detail-screen')
/** Small contracts that unlike pages share by chance: each would bring along what else those pages are made of. */
const lookups = files('resources/(?:category-type|cuisine|machine|store-group|store-location)')
/** What an installation is set to: hundreds of words, which few pages read. */
const settings = files(
  'resources/(?:setting|setting-fit|setting-request|capture-moment)',
  'features/settings/(?:setting-field|setting-row|takes-effect|withdraw)',
)
/** What the books are made of: their pages, and an order's own. */
const ledger = files('ledger-accounts', 'resources/ledger', 'entities/ledger/postings')
/** What is done with a task: in the head of every page, and in the list. */
const task = files('features/tasks/(?:task-words|use-task-acts)')
/** What pages of people and of records share by chance: each would bring along what else those are made of. */
const viewAs = files('entities/view-as')
const history = files('kit/resource/record/(?:history-words|use-history-words)', 'entities/audit-entry')
/** Signing by a passkey: at the sign-in, in a proof and in the profile. */
const passkey = files('api/passkey', 'resources/passkey', '@simplewebauthn')
/** Contracts of roles and staff, which pages of either take without the other's. */
const access = files('resources/(?:role|staff)')
/** Accounts of staff: their list and their pages. */
const accounts = files('features/accounts/(?:account-|accounts\\.resource|role-limits|open-work|hand-over|sessions-tab|ending|opened)')
/** What a role gains and loses, which pages of orders share with it by chance. */
const grants = files('features/settings/role/grant-diff')
/** Setting up two-step sign-in: where it is required, and in the profile. */
const twoStep = files('entities/session/(?:qr-code|recovery-codes|set-up-two-step)', 'resources/second-factor')

/** What several pages share is named after all of them: by the first it is known as well. */
const shortName = (name: string) => name.split('~')[0] ?? name

/** Where the API of `npm run dev` answers. */
const api = `http://127.0.0.1:${process.env.PORT ?? 4000}`

export default defineConfig({
  plugins: [
    withoutDescriptions(),
    ownPermissions(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    routePreloads(),
    prefetchScript(),
    compileAhead(),
    compression({ algorithms: ['gzip', 'brotliCompress'], exclude: [/\.vite\//, /\.html$/, /\.woff2$/] }),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy refuses fonts and styles out of data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A page knows the files of all others by name: short ones.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name.replace(/\.\w+$/, ''))}-[hash][extname]`,
        codeSplitting: {
          groups: [
            // Few files, and none that a list does not need: react, store, contract and router are one, shell and list with all that they
            // import another, what a record's page adds a third; forms and the component library come after what is read, and the rest goes
            // with those who share it. Left alone, a list comes in 51 files. Measured with bench/src/bundle.ts.
            { name: 'base', tags: ['$initial'] },
            { name: 'sign-in', test: signIn },
            { name: 'lazily', test: lazily },
            { name: 'approval', test: approval },
            { name: 'page', test: page },
            { name: 'record', test: record },
            { name: 'figure', test: figure },
            { name: 'heads', test: heads },
            { name: 'order-acts', test: orderActs },
            { name: 'floor-contract', test: floorContract },
            { name: 'floor', test: floor },
            { name: 'around', test: around },
            { name: 'order-press', test: orderPress },
            { name: 'looking', test: looking },
            { name: 'card', test: card },
            { name: 'board', test: board },
            { name: 'charts', test: charts },
            { name: 'branch-day', test: branchDay },
            { name: 'alerts', test: alerts },
            { name: 'reveal', test: reveal },
            { name: 'findings', test: findings },
            { name: 'library', test: /node_modules\/@(?:mui\/(?!x-)|emotion\/)/ },
            { name: 'parts', test: parts },
            { name: 'menus', test: menus },
            { name: 'menu-lists', test: menuLists },
            { name: 'change-words', test: changeWords },
            { name: 'people', test: people },
            { name: 'carts', test: carts },
            { name: 'order-names', test: orderNames },
            { name: 'order-lines', test: orderLines },
            { name: 'chooser', test: chooser },
            { name: 'slots', test: slots },
            { name: 'form', test: form },
            { name: 'upload', test: upload },
            { name: 'detail', test: detail },
            { name: 'settings', test: settings },
            { name: 'ledger', test: ledger },
            { name: 'lookups', test: lookups },
            { name: 'task', test: task },
            { name: 'view-as', test: viewAs },
            { name: 'history', test: history },
            { name: 'passkey', test: passkey },
            { name: 'access', test: access },
            { name: 'accounts', test: accounts },
            { name: 'grants', test: grants },
            { name: 'two-step', test: twoStep },
            { name: 'common', minShareCount: 4 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 5_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
})
