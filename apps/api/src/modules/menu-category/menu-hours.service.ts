import { type Instant, isOpenAt, type OpeningHours } from '@larder/contract'

/** The hours of an item, and of the categories that it is in; null: always. */
export interface Served {
  schedule: unknown
  category_schedule: unknown
  parent_schedule: unknown
}

/** Those of them that there are: an item is sold where all of them are open. */
export function schedulesOf({ schedule, category_schedule, parent_schedule }: Served): OpeningHours[] {
  return [schedule, category_schedule, parent_schedule].filter((hours) => hours !== null) as OpeningHours[]
}

/** Whether it is sold at a moment, as far as hours say. Pure. */
export function isServed(item: Served, zone: string, now: Instant): boolean {
  return schedulesOf(item).every((hours) => isOpenAt(hours, [], now, zone))
}

/** A week's hours as a column keeps them; no hours at all are those of always. */
export function hoursColumn(hours: readonly unknown[] | null): string | null {
  return hours === null || hours.length === 0 ? null : JSON.stringify(hours)
}
