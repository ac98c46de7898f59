import { type CashDeposit, cashDepositContract } from '@larder/contract'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { askForFile, openTab, showFile } from '#api/download.ts'
import { Button } from '#kit/layout/button.tsx'
import { useNotify } from '#kit/notify.ts'

/** The receipt of a deposit as paper, for whoever brought the cash. */
export function Receipt({ deposit }: { deposit: CashDeposit }) {
  const [isBusy, setBusy] = useState(false)
  const notify = useNotify()
  const print = async () => {
    const tab = openTab()
    setBusy(true)
    const file = await askForFile(cashDepositContract.receipt, { params: { id: deposit.id } })
    setBusy(false)
    if (file.isSuccess) return showFile(file.body, `Cash receipt ${deposit.number}.pdf`, tab)
    tab?.close()
    notify(`${deposit.number} was not printed: ${file.error.message}`, 'error')
  }
  return (
    <Button icon={IconPrinter} busy={isBusy} onClick={() => void print()}>
      Print receipt
    </Button>
  )
}
