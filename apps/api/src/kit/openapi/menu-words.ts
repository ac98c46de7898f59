/** What schemas of menus, of their change sets and of what is out of stock are. */
export const menuWords = {
  ItemUnit: { description: 'How an item is sold: by the piece (`pc`) or by weight (`kg`, `g`).' },
  MenuItem: { description: 'An item of a store as whoever orders it sees it.' },
  BulkChange: { description: 'What a bulk change sets of each item.' },
  BulkFilter: { description: 'Which items a bulk change is of.' },
  BulkLook: { description: 'What a bulk change would come to.' },
  ChangeFieldKey: { description: 'A field of an item that change sets set.' },
  ChangeLevel: { description: 'How bad what is said of a row is; a row with an error is not published.' },
  ChangeSetSource: { description: 'What a change set came from.' },
  ChangeSetStatus: { description: 'Where a change set stands.' },
  ChangeValue: { description: 'What a field holds: minor units of an amount, the name of a category or a tax.' },
  OutOfStock: {
    description: 'A line that its store has not got, what is sent in its place, and for how long its item is not sold to others.',
  },
  StockSnooze: {
    description:
      'For how long an item that was out of stock is not sold; `tomorrow` ends at 6:00 by the clocks of the branch, `no` leaves it on the menu.',
  },
}
