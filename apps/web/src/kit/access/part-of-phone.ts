import { digitsOfWhole, fieldsOf, isPhone, isPhoneLike, maskOf, type NamedEndpoint, phoneDigits } from '@larder/contract'
import { useMay } from './access.tsx'

/** Why nothing is found by a part of a phone: whom numbers are masked for finds by the whole of one alone, or by none. Null of any other search. */
export function usePartOfPhone(searched: readonly (NamedEndpoint | undefined)[], many: string, typed = ''): string | null {
  const may = useMay()
  const shapes = searched.flatMap((endpoint) => (endpoint ? Object.values(fieldsOf(endpoint.shape.response)) : []))
  const phones = shapes.filter(isPhone)
  const masks = phones.flatMap((field) => maskOf(field) ?? []).filter(({ reveal }) => reveal === null || !may(reveal))
  if (masks.length === 0 || masks.length < phones.length || !isPhoneLike(typed)) return null
  if (!masks.every(({ single }) => single !== null && may(single))) return `You see phones masked, so ${many} are not found by them.`
  return phoneDigits(typed).length < digitsOfWhole
    ? `Whole number needed: you see phones masked, so ${many} are found by all digits of one, not by a part.`
    : null
}
