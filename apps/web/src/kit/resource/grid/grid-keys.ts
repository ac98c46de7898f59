/** What keys do within a grid, for the `?` sheet and for whoever hears them. */
export const gridKeys: readonly (readonly [shown: string, does: string])[] = [
  ['↑ ↓ ← →', 'The cell beside; with Shift, select'],
  ['Enter', 'Type into the cell; done, the one below'],
  ['Tab', 'While typing: done, the cell to the right'],
  ['Space', 'Turn a switch'],
  ['Ctrl Enter', 'While typing: into every selected cell'],
  ['Ctrl D', 'Fill the selection down from its first row'],
  ['Ctrl C', 'Copy the selection, as a spreadsheet takes it'],
  ['Ctrl V', 'Paste what a spreadsheet gives'],
  ['Ctrl Z', 'Take back the last step'],
  ['Delete', 'Empty the selected cells'],
  ['F8', 'The next cell that was refused'],
  ['Ctrl S', 'Save refused cells all the same: yours over a colleague’s, or for nothing'],
  ['Alt Enter', 'Open the record beside the grid'],
]
