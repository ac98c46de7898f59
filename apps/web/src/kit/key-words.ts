import type { KeyName } from './keys.ts'

/** What each key does, for the `?` sheet alone. */
export const keyWords: Readonly<Record<KeyName, string>> = {
  palette: 'Search, go anywhere, do anything',
  likely: 'On a card or page: do its likely act, such as accept or ready',
  reject: 'On a card or page: reject the order',
  more: 'More minutes to prepare the order',
  less: 'Fewer minutes to prepare the order',
  board: 'Orders as a list or as a board',
  print: 'Print the order',
  undo: 'Undo what was done in the last five seconds',
  next: 'Next row or card',
  previous: 'Previous row or card',
  below: 'On a row: the next one',
  above: 'On a row: the one before',
  open: 'Open the row',
  select: 'Select the row',
  selected: 'Go to what is done with the selected rows',
  add: 'Add a new one to this list',
  submit: 'Save the form',
  search: 'Search in this list',
  go: 'Go to a page, with the key of the page after it',
  play: 'On a replay: play or pause',
  back: 'On a replay: a minute back',
  ahead: 'On a replay: a minute ahead',
  close: 'Close the dialog or menu',
  shortcuts: 'Show this list',
}
