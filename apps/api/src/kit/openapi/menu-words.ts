import { stockSnoozeLabels, temporaryStateLabels } from '@larder/contract'
import { valuesOf } from './values-of.ts'

/** What schemas of menus, of their change sets, of what is out of stock and of what holds for a while are. */
export const menuWords = {
  RushOn: { description: 'A rush that is on, as a board or a store tells it.' },
  RushMode: { description: 'More minutes of preparation for a while, in an area or a vertical of a branch.' },
  RushState: { description: 'Whether a rush is on.' },
  TemporaryState: { description: 'Something that holds for a while now, and when it ends.' },
  TemporaryStateKind: { description: `What it is that holds for a while. ${valuesOf(temporaryStateLabels)}` },
  Item: { description: 'What a store sells, as its staff keep it.' },
  ItemCell: { description: 'What became of one field of an item.' },
  ItemFields: { description: 'Fields of an item; what is left out stays as it is.' },
  ItemObstacleCode: { description: 'What keeps an item from being ordered now.' },
  ItemState: { description: 'Whether an item is sold now, and if not, why.' },
  MenuPlace: { description: 'Where a part of a menu stands among its like, the least first.' },
  BasketToQuote: { description: 'A basket to be priced; who would order it and how they would pay may stand in its way.' },
  BasketLine: { description: "One line of a basket: an item of the store's menu; items sold by weight may carry the grams of each." },
  VegMark: { description: 'What a restaurant has to say of a dish: vegetarian or not.' },
  ItemUnit: { description: 'How an item is sold: by the piece (`pc`) or by weight (`kg`, `g`).' },
  Choice: { description: 'One entry of a group of choices.' },
  ChoiceGroup: { description: 'What is chosen with items of a store: an option in place of a part of their price, or add-ons on top.' },
  ChoiceKind: { description: 'Whether a group is of options, which an item is had as, or of add-ons, which come on top.' },
  ChoiceName: { description: 'The name of a choice, as customers read it.' },
  GroupName: { description: 'The name of a group of choices, as customers read it: one of its store alone.' },
  ItemGroup: {
    description: 'A group of choices as it comes with an item: each with what it adds to the price of one piece or kilogram of that item.',
  },
  MenuChanges: { description: "What changed on a store's menu since a cursor, by whoever or by the clock." },
  MenuToSync: { description: "Items of a store's menu as its till or app has them; what is left out of one stays as it is." },
  SyncedMenu: {
    description:
      'What became of each item, in the order of the call: `created`, `updated`, `same` as it was, or `refused`, with the field and why; of that nothing is written.',
  },
  PlacedMenuItem: { description: 'An item of a menu with its place: by `categorySort`, then `sort`, then `id`.' },
  MenuItem: { description: 'An item of a store as whoever orders it sees it.' },
  BulkChange: { description: 'What a bulk change sets of each item.' },
  BulkFilter: { description: 'Which items a bulk change is of.' },
  BulkLook: { description: 'What a bulk change would come to.' },
  ChangeFieldKey: { description: 'A field of an item that change sets set.' },
  ChangeLevel: { description: 'How bad what is said of a row is; a row with an error is not published.' },
  ChangeSetSource: { description: 'What a change set came from.' },
  ChangeSetStatus: { description: 'Where a change set stands.' },
  ChangeValue: { description: 'What a field holds: minor units of an amount, the name of a category or a tax.' },
  StockSnooze: {
    description: `For how long an item that was out of stock is not sold; tomorrow ends at 6:00 by the clocks of the branch. ${valuesOf(stockSnoozeLabels)}`,
  },
}
