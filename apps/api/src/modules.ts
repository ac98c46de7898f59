import type { App } from '#kit/http/handler.ts'
import { listAlerts, listEarlierAlerts, markAlertRead, markAllAlertsRead } from '#modules/alert/alert.service.ts'
import { bankAccounts, revealAccount } from '#modules/bank-account/bank-account.service.ts'
import { branchDayHandlers } from '#modules/branch-day/branch-day.service.ts'
import { cashDays } from '#modules/branch-day/cash-day.service.ts'
import { brands, copyBrand } from '#modules/brand/brand.service.ts'
import { deposits } from '#modules/cash/cash-deposit.service.ts'
import { getCashHolder, listCashHolders, listCashOrders, sumCashHeld } from '#modules/cash/cash-holder.service.ts'
import { drawCashReceipt, listDepositedCash } from '#modules/cash/receipt.service.ts'
import { lookAtBulk } from '#modules/change-set/bulk/look.ts'
import { changeSets } from '#modules/change-set/change-set.service.ts'
import { publishDueSets } from '#modules/change-set/engine/due.ts'
import { changeSetKind } from '#modules/change-set/engine/runs.ts'
import { createBulk } from '#modules/change-set/make-set.service.ts'
import { menuTemplate, uploadMenu } from '#modules/change-set/upload/upload.service.ts'
import { channelKeyHandlers } from '#modules/channel/channel-key.secret.service.ts'
import { choiceGroups, copyGroup } from '#modules/choice-group/choice-group.service.ts'
import { crateMovementHandlers } from '#modules/crate/crate-movement.service.ts'
import { abandonCarts, cartHandlers } from '#modules/customer/cart.service.ts'
import { customers } from '#modules/customer/customer.service.ts'
import { dataKind } from '#modules/customer/data.service.ts'
import { eraseDue } from '#modules/customer/erasure.service.ts'
import { dashboardHandlers } from '#modules/dashboard/dashboard.service.ts'
import { keepDocument } from '#modules/document/document.service.ts'
import { listMissed } from '#modules/event/event.service.ts'
import { listAssignees, listColleagues, readTrends } from '#modules/feedback/feedback.read.ts'
import { feedback as feedbackInbox } from '#modules/feedback/feedback.service.ts'
import { getPicture, keepPicture } from '#modules/file/file.service.ts'
import { handOverHandlers } from '#modules/hand-over/hand-over.service.ts'
import { tellUnsigned } from '#modules/hand-over/unsigned.ts'
import { items } from '#modules/item/item.service.ts'
import { copyItem } from '#modules/item/item-copy.service.ts'
import { writeItems } from '#modules/item/item-write.service.ts'
import { listBalances, readProgress } from '#modules/ledger/balance.service.ts'
import { checkHandlers, registerLedgerChecks } from '#modules/ledger/check.service.ts'
import { getEntry, listEntries } from '#modules/ledger/journal.service.ts'
import { registerMachineJobs } from '#modules/machine/machine.jobs.ts'
import { machineHandlers } from '#modules/machine/machine.pairing.service.ts'
import { registerMailJobs } from '#modules/mail/mail.jobs.ts'
import { mailHandlers } from '#modules/mail/mail.service.ts'
import { copyCategory, menuCategories } from '#modules/menu-category/menu-category.service.ts'
import { registerMenuScans } from '#modules/menu-scan/menu-scan.jobs.ts'
import { menuScanHandlers } from '#modules/menu-scan/menu-scan.service.ts'
import { claimHandlers } from '#modules/order/act/claim.service.ts'
import { sendMessage } from '#modules/order/act/note.ts'
import { editOrder, previewEdit, readOrderMenu } from '#modules/order/edit/edit.service.ts'
import { outOfStock } from '#modules/order/edit/stock.service.ts'
import { orderAgainNow, previewAgain } from '#modules/order/place/again.ts'
import { findCaller, listCallerStores, readCallerMenu } from '#modules/order/place/caller.ts'
import { readObstacles } from '#modules/order/place/menu.service.ts'
import { quoteViewed, readMenuView } from '#modules/order/place/menu-view.ts'
import { placeForCaller, quoteForCaller } from '#modules/order/place/phone.ts'
import { mailReceipt } from '#modules/order/print/mail-receipt.ts'
import { drawPrint, printOrder } from '#modules/order/print/print.ts'
import { drawPrints, printOrders } from '#modules/order/print/print-many.ts'
import { mapFloor } from '#modules/order/read/floor-map.service.ts'
import { readLoad } from '#modules/order/read/load.ts'
import { countRejected, listRejected } from '#modules/order/read/rejected.service.ts'
import { replayFloor } from '#modules/order/read/replay.service.ts'
import { countScheduled, listScheduled } from '#modules/order/read/scheduled.service.ts'
import { trackOrder } from '#modules/order/read/track.service.ts'
import { differenceHandlers, registerComparisons } from '#modules/payment/difference.service.ts'
import { paymentHandlers, registerPaymentJobs } from '#modules/payment/payment.service.ts'
import { registerRiderJobs } from '#modules/rider/rider.jobs.ts'
import { shiftHandlers } from '#modules/rider/rider-lists.service.ts'
import { replayProposals } from '#modules/rider/rider-proposal.service.ts'
import { riderHandlers } from '#modules/rider/rider-reveal.service.ts'
import { listPermissions } from '#modules/role/permission.service.ts'
import { roleHandlers } from '#modules/role/role.service.ts'
import { endRushes, rushModes } from '#modules/rush-mode/rush-mode.service.ts'
import { settingHandlers } from '#modules/setting/setting.service.ts'
import { applyDuePlans } from '#modules/setting/setting-due.service.ts'
import { confirmStep, readSetup } from '#modules/setup/setup.service.ts'
import { staffHandlers } from '#modules/staff/staff.access.service.ts'
import { endOldViews, endViewAs, viewAsPerson, viewAsRole } from '#modules/staff/view-as.service.ts'
import { registerStoreJobs } from '#modules/store/store.jobs.ts'
import { stores } from '#modules/store/store.service.ts'
import { readDefaults } from '#modules/store/store-defaults.service.ts'
import { listTemporaryStates } from '#modules/store/temporary-state.service.ts'
import { readDocumentFile, storeDocuments } from '#modules/store-document/store-document.service.ts'
import { remedyHandlers } from '#modules/ticket/remedy.service.ts'
import { registerTicketJobs } from '#modules/ticket/ticket.jobs.ts'
import { listNotes, readFigures } from '#modules/ticket/ticket.read.ts'
import { tickets } from '#modules/ticket/ticket.service.ts'
import { expireCredits, walletHandlers } from '#modules/wallet/wallet.service.ts'

// What answers each contract of the product, by the contract's name. One that is missing, or lacks an endpoint, does not compile.
export { registerApprovals as approval } from '#modules/approval/approval.routes.ts'
export { areas as area } from '#modules/area/area.service.ts'
export { registerHistory as audit } from '#modules/audit-history/history.service.ts'
export { registerAuditTrail as auditEntry, registerAuditVerdicts as auditVerdict } from '#modules/audit-history/trail.service.ts'
export { branches as branch } from '#modules/branch/branch.service.ts'
export { categoryTypes as categoryType } from '#modules/category-type/category-type.service.ts'
export { changeRows as changeRow } from '#modules/change-set/change-row.service.ts'
export { registerChannel as channel } from '#modules/channel/channel.routes.ts'
export { crates as crate } from '#modules/crate/crate.service.ts'
export { cuisines as cuisine } from '#modules/cuisine/cuisine.service.ts'
export { segments as segment } from '#modules/customer/segment.service.ts'
export { drafts as draft } from '#modules/draft/draft.service.ts'
export { macros as macro } from '#modules/macro/macro.service.ts'
export { scanRows as menuScanRow } from '#modules/menu-scan/scan-rows.service.ts'
export { registerOrder as order } from '#modules/order/order.routes.ts'
export { orderReasons as orderReason } from '#modules/order/reference/reason.service.ts'
export { orderStatuses as orderStatus } from '#modules/order/reference/status.service.ts'
export { reviews as review } from '#modules/review/review.service.ts'
export { earnings as riderEarning } from '#modules/rider/rider-earning.service.ts'
export { incidents as riderIncident, messages as riderMessage } from '#modules/rider/rider-lists.service.ts'
export { payRules as riderPayRule } from '#modules/rider/rider-pay.service.ts'
export { savedViews as savedView } from '#modules/saved-view/saved-view.service.ts'
export { registerSearch as search } from '#modules/search/search.service.ts'
export {
  registerPasskeys as passkey,
  registerSecondFactor as secondFactor,
  registerSession as session,
} from '#modules/session/session.routes.ts'
export { storeLocations as storeLocation } from '#modules/store-location/store-location.service.ts'
export { registerTask as task } from '#modules/task/task.routes.ts'
export { taxProfiles as taxProfile } from '#modules/tax-profile/tax-profile.service.ts'

export const alert = {
  handlers: { list: listAlerts, earlier: listEarlierAlerts, markRead: markAlertRead, markAllRead: markAllAlertsRead },
}
export const crateMovement = { handlers: crateMovementHandlers }
export const branchDay = { handlers: branchDayHandlers }
export const brand = { handlers: { ...brands.handlers, copy: copyBrand } }
export const choiceGroup = { handlers: { ...choiceGroups.handlers, copy: copyGroup } }
export const menuCategory = { handlers: { ...menuCategories.handlers, copy: copyCategory } }
export const cart = {
  handlers: cartHandlers,
  register: ({ services }: App) => services.jobs.register('abandon-carts', { everySeconds: 30 }, abandonCarts),
}
export const customer = {
  handlers: customers.handlers,
  register: ({ services }: App) => {
    services.jobs.register('erase-customers', { everySeconds: 5 }, eraseDue)
    services.tasks.declare(dataKind)
  },
}
export const cashDeposit = { handlers: { ...deposits.handlers, orders: listDepositedCash, receipt: drawCashReceipt } }
export const cashDay = { handlers: cashDays.handlers }
export const cashHolder = { handlers: { list: listCashHolders, get: getCashHolder, held: sumCashHeld } }
export const cashOrder = { handlers: { list: listCashOrders } }
export const changeSet = {
  handlers: { ...changeSets.handlers, look: lookAtBulk, create: createBulk, upload: uploadMenu, template: menuTemplate },
  register({ services }: App) {
    services.tasks.declare(changeSetKind)
    services.jobs.register('publish-change-sets', { everySeconds: 2 }, publishDueSets)
  },
}
export const channelKey = { handlers: channelKeyHandlers }
export const dashboard = { handlers: dashboardHandlers }
export const event = { handlers: { missed: listMissed } }
export const feedback = {
  handlers: { ...feedbackInbox.handlers, colleagues: listColleagues, assignees: listAssignees, trends: readTrends },
}
export const file = { handlers: { create: keepPicture, get: getPicture } }
export const handOver = {
  handlers: handOverHandlers,
  register: ({ services }: App) => services.jobs.register('tell-unsigned-hand-overs', { everySeconds: 20 }, tellUnsigned),
}
export const item = { handlers: { ...items.handlers, copy: copyItem, write: writeItems, obstacles: readObstacles } }
export const menuView = { handlers: { view: readMenuView, viewQuote: quoteViewed } }
export const orderLoad = { handlers: { load: readLoad } }
export const orderMany = { handlers: { message: sendMessage, printMany: printOrders } }
export const orderEdit = { handlers: { menu: readOrderMenu, previewEdit, edit: editOrder } }
export const orderStock = { handlers: { outOfStock } }
export const orderAgain = { handlers: { previewAgain, again: orderAgainNow } }
export const phoneOrder = {
  handlers: { findCaller, callerStores: listCallerStores, callerMenu: readCallerMenu, quoteForCaller, placeForCaller },
}
export const orderClaim = { handlers: claimHandlers }
export const floor = { handlers: { map: mapFloor, replay: replayFloor } }
export const orderTrack = { handlers: { track: trackOrder } }
export const rejectedOrder = { handlers: { list: listRejected, summary: countRejected } }
export const scheduledOrder = { handlers: { list: listScheduled, calendar: countScheduled } }
export const orderPrint = { handlers: { paper: drawPrint, papers: drawPrints } }
export const orderPaper = { handlers: { print: printOrder, mailReceipt } }
export const machine = { handlers: machineHandlers, register: ({ services }: App) => registerMachineJobs(services.jobs) }
export const ledgerAccount = { handlers: { list: listBalances, progress: readProgress } }
export const ledgerEntry = { handlers: { list: listEntries, get: getEntry } }
export const misbookedOrder = { handlers: checkHandlers, register: registerLedgerChecks }
export const mail = { handlers: mailHandlers, register: registerMailJobs }
export const menuScan = { handlers: menuScanHandlers, register: registerMenuScans }
export const permission = { handlers: { list: listPermissions } }
export const paymentDifference = { handlers: differenceHandlers, register: registerComparisons }
export const payment = { handlers: paymentHandlers, register: registerPaymentJobs }
export const role = { handlers: roleHandlers }
export const setting = {
  handlers: settingHandlers,
  register: ({ services }: App) => services.jobs.register('apply-planned-settings', { everySeconds: 2 }, applyDuePlans),
}
export const rider = { handlers: riderHandlers, register: ({ services }: App) => registerRiderJobs(services.jobs) }
export const riderProposal = { handlers: { replay: replayProposals } }
export const riderShift = { handlers: shiftHandlers }
export const setup = { handlers: { get: readSetup, confirm: confirmStep } }
export const staff = { handlers: staffHandlers }
export const bankAccount = { handlers: { ...bankAccounts.handlers, reveal: revealAccount } }
export const document = { handlers: { create: keepDocument } }
export const rushMode = {
  handlers: rushModes.handlers,
  register: ({ services }: App) => services.jobs.register('end-rush-modes', { everySeconds: 5 }, endRushes),
}
export const storeDefault = { handlers: { read: readDefaults } }
export const storeDocument = { handlers: { ...storeDocuments.handlers, file: readDocumentFile } }
export const store = { handlers: stores.handlers, register: ({ services }: App) => registerStoreJobs(services.jobs) }
export const temporaryState = { handlers: { list: listTemporaryStates } }
export const remedy = { handlers: remedyHandlers }
export const walletCredit = {
  handlers: walletHandlers,
  register: ({ services }: App) => services.jobs.register('expire-credits', { everySeconds: 60 }, expireCredits),
}
export const ticket = {
  handlers: { ...tickets.handlers, notes: listNotes, figures: readFigures },
  register: ({ services }: App) => registerTicketJobs(services.jobs),
}
export const viewAs = {
  handlers: { startRole: viewAsRole, startPerson: viewAsPerson, end: endViewAs },
  register: ({ services }: App) => services.jobs.register('end-views', { everySeconds: 60 }, endOldViews),
}
