import { keepStored } from '#api/stored.ts'

const key = 'larder.searched'
const mostKept = 50
const placeholder = /^\*[0-9a-f]{8}$/
/** Digits as numbers of people are written, or any part of an address of mail. */
const ofPerson = /^[\d\s()+.-]{4,}$|@/
/** A number of a record: EKM-64541, T-00012. */
const ofRecord = /^[a-z]{1,4}-?\d+$/i

type Kept = [placeholder: string, text: string][]

function kept(): Kept {
  return JSON.parse(sessionStorage.getItem(key) ?? '[]')
}

/**
 * What of a searched text stands in the address of a page, which is kept by browsers and sent on: the text, or, where it may be of a person, what
 * stands for it in this tab alone, until somebody signs out or somebody else signs in. Of a list of people that is whatever is no number of a record.
 */
export function addressed(text: string, isOfPeople: boolean): string {
  const isPersonal = ofPerson.test(text) || (isOfPeople && text !== '' && !ofRecord.test(text))
  if (!isPersonal || placeholder.test(text)) return text
  const all = kept()
  const known = all.find(([, each]) => each === text)?.[0]
  const stands = known ?? `*${crypto.randomUUID().slice(0, 8)}`
  if (!known) keepStored(sessionStorage, key, JSON.stringify([...all, [stands, text]].slice(-mostKept)))
  return stands
}

/** The text that was searched, of what stands in the address; empty where another tab kept it. */
export function searchedText(addressed: string): string {
  if (!placeholder.test(addressed)) return addressed
  return kept().find(([each]) => each === addressed)?.[1] ?? ''
}
