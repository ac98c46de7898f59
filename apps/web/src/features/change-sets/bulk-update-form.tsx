import { areaContract, changeSetContract, priceWayLabels, roundingLabels, taxProfileContract } from '@larder/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useWrite } from '#api/client.ts'
import { references, verticalOptions } from '#entities/references.ts'
import { referenceField, referencesField, selectField } from '#kit/fields/choice-fields.tsx'
import { fieldsOf, group } from '#kit/fields/field.ts'
import { moneyField, numberField, percentField, switchField, textField } from '#kit/fields/fields.tsx'
import { CardsForm } from '#kit/fields/form/fields-form.tsx'
import { useContractForm } from '#kit/fields/form/use-contract-form.ts'
import { optionsOf } from '#kit/fields/options.ts'
import { Card } from '#kit/layout/card.tsx'
import { soon } from '#kit/lazily.tsx'
import { useNotify } from '#kit/notify.ts'
import { LeaveGuard } from '#kit/resource/form/leave-guard.tsx'
import { bulkBody } from './bulk-body.ts'

const BulkPreview = soon(() => import('./bulk-preview.tsx').then((module) => module.BulkPreview))

const yesNo = [
  { value: 'true', label: 'Available' },
  { value: 'false', label: 'Unavailable' },
]
const tax = { from: taxProfileContract, title: (row: { name: string }) => row.name }
const any = { none: 'Any' }
const unchanged = { none: 'Stays as it is' }

const which = group('Which items', [
  selectField('filter.vertical', { label: 'Of vertical', options: verticalOptions, ...any }),
  referenceField('filter.branchId', { label: 'In branch', ...references.branch }),
  referenceField('filter.areaId', { label: 'In area', from: areaContract, title: (row: { name: string }) => row.name }),
  referencesField('filter.storeIds', { label: 'In stores', ...references.store }),
  textField('filter.category', { label: 'Category contains' }),
  textField('filter.text', { label: 'Name or code contains' }),
  moneyField('filter.priceFrom', { label: 'Price from' }),
  moneyField('filter.priceTo', { label: 'Price to' }),
  selectField('filter.available', { label: 'That are', options: yesNo, ...any }),
  referenceField('filter.taxProfileId', { label: 'Taxed by', ...tax }),
])
const changed = group('What changes', [
  selectField('change.price.way', { label: 'Price changes', options: optionsOf(priceWayLabels), ...unchanged }),
  percentField('change.price.byPpm', { label: 'Percent', help: 'Below zero, prices fall.' }),
  moneyField('change.price.amount', { label: 'Amount', help: 'By an amount below zero, prices fall.' }),
  selectField('change.price.rounding', { label: 'Rounded', options: optionsOf(roundingLabels) }),
  switchField('change.price.free', {
    label: 'Items may become free',
    help: 'Without it, an item whose price comes to 0 is an error and stays as it is',
  }),
  selectField('change.available', { label: 'Become', options: yesNo, ...unchanged }),
  referenceField('change.taxProfileId', { label: 'Tax becomes', ...tax }),
  textField('change.category', { label: 'Category becomes' }),
  numberField('change.prepMinutes', { label: 'Preparation becomes', unit: 'min' }),
  numberField('change.leadHours', { label: 'Notice becomes', unit: 'h' }),
  textField('title', { label: 'Title', placeholder: 'Bulk change' }),
])
const fields = fieldsOf([which, changed] as never)
const schema = changeSetContract.create.shape.body
const initial = { title: '', filter: {}, change: { price: { rounding: 'none' } } }

const formula = 'change.price.'
/** What each way to change a price asks for besides. */
const asked: Record<string, readonly string[]> = {
  percent: ['byPpm', 'rounding', 'free'],
  amount: ['amount', 'rounding', 'free'],
  set: ['amount', 'rounding', 'free'],
}

function changesBy(way: string | null | undefined) {
  const shown = asked[way ?? ''] ?? []
  const isShown = (key: string) => !key.startsWith(formula) || key === `${formula}way` || shown.includes(key.slice(formula.length))
  return { ...changed, fields: changed.fields.filter(({ key }) => isShown(key)) }
}

/** Which items change, and how. */
export function BulkUpdateForm() {
  const [create, { isBusy }] = useWrite(changeSetContract.create)
  const navigate = useNavigate()
  const notify = useNotify()
  const { form, refuse, handleSubmit } = useContractForm({ schema, fields: fields as never, initial, complete: bulkBody })
  const { isDirty } = form.formState
  const way = form.watch(`${formula}way`) as string | null | undefined
  const [made, setMade] = useState<string | null>(null)
  // Left once nothing keeps whoever typed it any more.
  useEffect(() => {
    if (made) void navigate(`/store/changes/${made}`)
  }, [made, navigate])
  const make = handleSubmit(async (values) => {
    const { data, error } = await create({ body: bulkBody(values) as never })
    if (data) return setMade(data.id)
    if (error && (refuse(error).length > 0 || Object.keys(error.fields).length === 0)) notify(error.message, 'error')
  })
  return (
    <>
      <CardsForm
        label="Save as change set"
        form={form}
        groups={[which, changesBy(way)] as never}
        schema={schema}
        onSubmit={make}
        isBusy={isBusy}
        side={
          <Card title="Preview">
            <BulkPreview />
          </Card>
        }
      />
      <LeaveGuard isDirty={isDirty && !isBusy && made === null} onDiscard={() => {}} />
    </>
  )
}
