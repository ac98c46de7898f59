import { type MenuView, menuViewContract } from '@larder/contract'
import { useParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { When } from '#kit/cells/when.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { lazily } from '#kit/lazily.tsx'
import { usePageTitle } from '#kit/page-title.ts'
import type { Prepare } from '#kit/visit.ts'
import { ViewedMenu } from './viewed-menu.tsx'
import './menu-view.css'

const inputOf = ({ storeId = '', catID = '' }: Record<string, string | undefined>) =>
  ({ params: { id: storeId }, query: { categoryId: catID } }) as never

export const prepare: Prepare = ({ params, read }) => read(menuViewContract.view, inputOf(params))

const Editor = lazily(
  () => import('#kit/resource/record/sublist-rows.tsx').then((module) => module.SublistRows),
  <SkeletonCard lines={8} />,
)
// What is left fits beside the menu.
const without = ['store', 'category', 'compareAt', 'sort', 'sku']

/** One category of a menu as customers see it, and its items to be edited beside it. */
export default function MenuViewScreen() {
  const params = useParams()
  const { storeId = '', catID = '' } = params
  const read = useRead(menuViewContract.view, inputOf(params))
  usePageTitle(read.data && (read.data.category?.name ?? 'Menu'), read.data?.store.name)
  return (
    <Loading read={read} isPage>
      {(view) => (
        <Page title={`Menu of ${view.store.name}`} subtitle={<Standing view={view} />}>
          <div className="menu-view">
            <ViewedMenu key={catID} view={view} />
            <section aria-label="Editor">
              <Editor entity="item" fixed={{ storeId, categoryId: catID }} without={without} />
            </section>
          </div>
        </Page>
      )}
    </Loading>
  )
}

function Standing({ view: { store } }: { view: MenuView }) {
  if (store.isOpenNow) return 'As customers see it now: the store is open.'
  return (
    <Text tone="muted">
      As customers see it now: the store is shut
      {store.opensAt && (
        <>
          , and opens <When at={store.opensAt} />
        </>
      )}
      .
    </Text>
  )
}
