import { brandContract, choiceGroupContract, menuCategoryContract, taxProfileContract } from '@larder/contract'

interface OfStore {
  storeId: string
}

const ofItsStore = ({ storeId }: OfStore) => ({ storeId })

/** What items and categories refer to: of their own store alone. */
export const menuReferences = {
  category: {
    from: menuCategoryContract,
    title: ({ name, parent }: { name: string; parent: { name: string } | null }) => (parent ? `${parent.name} › ${name}` : name),
    queryOf: ofItsStore,
  },
  brand: { from: brandContract, title: ({ name }: { name: string }) => name, queryOf: ofItsStore },
  choiceGroup: { from: choiceGroupContract, title: ({ name }: { name: string }) => name, queryOf: ofItsStore },
  taxProfile: { from: taxProfileContract, title: ({ name }: { name: string }) => name },
}
