import { type Item, itemContract, type MenuView, menuViewContract } from '@larder/contract'
import { useParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { When } from '#kit/cells/when.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { Page } from '#kit/layout/page.tsx'
import { Text } from '#kit/layout/text.tsx'
import { sublist } from '#kit/resource/record/sublist.tsx'
import type { Prepare } from '#kit/visit.ts'
import { ViewedMenu } from './viewed-menu.tsx'
import './menu-view.css'

const inputOf = ({ storeId = '', catID = '' }: Record<string, string | undefined>) =>
  ({ params: { id: storeId }, query: { categoryId: catID } }) as never

export const prepare: Prepare = ({ params, read }) => read(menuViewContract.view, inputOf(params))

type OfCategory = Pick<Item, 'id' | 'version' | 'storeId' | 'categoryId'>
const editor = sublist('Items', itemContract, ({ storeId, categoryId }: OfCategory) => ({ storeId, categoryId }), {
  without: ['store', 'category', 'sort', 'sku'],
})

/** One category of a menu as customers see it, and its items to be edited beside it. */
export default function MenuViewScreen() {
  const params = useParams()
  const { storeId = '', catID = '' } = params
  const read = useRead(menuViewContract.view, inputOf(params))
  return (
    <Loading read={read} isPage>
      {(view) => (
        <Page title={`Menu of ${view.store.name}`} subtitle={<Standing view={view} />}>
          <div className="menu-view">
            <ViewedMenu key={catID} view={view} />
            <section aria-label="Editor">{editor.render({ id: catID, version: 0, storeId, categoryId: catID } as never)}</section>
          </div>
        </Page>
      )}
    </Loading>
  )
}

function Standing({ view: { store } }: { view: MenuView }) {
  if (store.isOpenNow) return 'As customers see it now: the store is open.'
  return <Text tone="muted">As customers see it now: the store is shut{store.opensAt && <> until {<When at={store.opensAt} />}</>}.</Text>
}
