import { type DateFormat, type LocalDate, weekStartOf } from '@larder/contract'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import 'dayjs/locale/en-gb'

interface CalendarProps {
  day: LocalDate | null
  /** No day after it can be picked. */
  latest?: LocalDate
  dates: DateFormat
  onDay: (day: LocalDate) => void
}

/** A month to pick a day from, its weeks as the installation counts them. Its code is fetched when it is opened. */
export function Calendar({ day, latest, dates, onDay }: CalendarProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale={weekStartOf(dates) === 0 ? 'en' : 'en-gb'}>
      <DateCalendar
        autoFocus
        value={day === null ? null : dayjs(day)}
        {...(latest && { maxDate: dayjs(latest) })}
        onChange={(picked, state) => {
          if (picked && state === 'finish') onDay(picked.format('YYYY-MM-DD'))
        }}
      />
    </LocalizationProvider>
  )
}
