import { type MenuView, maxViewedItems } from '@larder/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { VegSign } from '#entities/veg-sign.tsx'
import { SmallPicture } from '#kit/cells/small-picture.tsx'
import { format } from '#kit/format.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import { menuViewPath } from './menu-view-path.ts'

const ViewedChoices = soon(() => import('./viewed-choices.tsx').then((module) => module.ViewedChoices))

type Viewed = MenuView['items'][number]

const perUnit = { pc: '', kg: ' / kg', g: ' / g' } as const

/** Categories, and the items of one, as an app of customers shows them. */
export function ViewedMenu({ view: { store, categories, category, items } }: { view: MenuView }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className="surface viewed-menu" aria-label="As customers see it">
      <nav aria-label="Categories" className="viewed-categories">
        {categories.map(({ id, name, parentId, items: count }) => (
          <Link key={id} to={menuViewPath(store.id, id)} aria-current={id === category?.id ? 'page' : undefined}>
            {parentId && '› '}
            {name} <span>{format().number(count)}</span>
          </Link>
        ))}
      </nav>
      {category === null ? (
        <Empty>Customers are not shown this category: it is hidden, or the one above it is.</Empty>
      ) : items.length === 0 ? (
        <Empty>Nothing is in this category yet.</Empty>
      ) : (
        <ul aria-label={category.name}>
          {items.map((item) => (
            <li key={item.id}>
              <ViewedItem item={item} isOpen={open === item.id} onOpen={() => setOpen(open === item.id ? null : item.id)} />
              {open === item.id && <ViewedChoices storeId={store.id} item={item} />}
            </li>
          ))}
        </ul>
      )}
      {category && category.items > maxViewedItems && (
        <Text as="p" size={12} tone="muted" align="center">
          {`The first ${maxViewedItems} of ${format().number(category.items)} items.`}
        </Text>
      )}
    </section>
  )
}

function Empty({ children }: { children: string }) {
  return (
    <div className="viewed-empty">
      <Text tone="muted">{children}</Text>
    </div>
  )
}

function ViewedItem({ item, isOpen, onOpen }: { item: Viewed; isOpen: boolean; onOpen: () => void }) {
  const { name, description, imageId, vegMark, price, compareAt, unit, obstacle, groups } = item
  return (
    <button type="button" className="viewed-item" aria-expanded={isOpen} onClick={onOpen} data-sold={obstacle === null}>
      <Stack gap={1}>
        <Text weight={500}>
          {vegMark && <VegSign mark={vegMark} />} {name}
        </Text>
        <Text size={13}>
          {format().money(price)}
          {perUnit[unit]} {compareAt && compareAt.minor > price.minor && <s>{format().money(compareAt)}</s>}
        </Text>
        {description && (
          <Text size={12} tone="muted">
            {description}
          </Text>
        )}
        {obstacle ? (
          <Text size={12} tone="warning">
            {`Not available now. ${obstacle}`}
          </Text>
        ) : (
          groups.length > 0 && (
            <Text size={12} tone="muted">
              {groups.map((group) => group.name).join(', ')}
            </Text>
          )
        )}
      </Stack>
      <SmallPicture id={imageId} size={72} />
    </button>
  )
}
