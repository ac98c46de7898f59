/** The path of one category of a menu as customers see it. */
export const menuViewPath = (storeId: string, categoryId: string) => `/store/storeProfile/viewMenu/${storeId}/${categoryId}`
