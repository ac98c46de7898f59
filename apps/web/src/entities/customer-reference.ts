import { customerContract } from '@larder/contract'

/** Where a customer is found by typing: beside the other references, which come with every board. */
export const customerReference = { from: customerContract, title: (row: { name: string }) => row.name }
