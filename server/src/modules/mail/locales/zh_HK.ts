import type { MailTemplates } from '../mail-template.ts';

const texts: MailTemplates = {
  registerCode: {
    subject: '{{site}} 註冊驗證碼',
    body: '您正在註冊 {{site}}，驗證碼是：\n\n{{code}}\n\n{{minutes}} 分鐘內有效。如並非您本人操作，請忽略此電郵。',
  },
  emailCode: {
    subject: '{{site}} 電郵驗證碼',
    body: '您正在將此電郵地址綁定至 {{site}} 的帳號，驗證碼是：\n\n{{code}}\n\n{{minutes}} 分鐘內有效。如並非您本人操作，請忽略此電郵。',
  },
  addressTaken: {
    subject: '您在 {{site}} 已有帳號',
    body: '有人在 {{site}} 使用了此電郵地址，但它已屬於一個帳號，因此沒有發送驗證碼。\n\n如是您本人操作，請直接登入；忘記密碼時可在登入頁重設。如否，請忽略此電郵。',
  },
  resetPassword: {
    subject: '重設您的 {{site}} 密碼',
    body: '{{name}}，您好：\n\n請開啟以下連結設定新密碼：\n\n{{link}}\n\n連結在 {{minutes}} 分鐘內有效，只能使用一次。如並非您本人操作，請忽略此電郵，密碼不會改變。',
  },
  lowBalance: {
    subject: '您的 {{site}} 餘額不足',
    body: '{{name}}，您好：\n\n您的餘額尚餘 {{amount}}。餘額用完後，請求會被拒絕。\n\n{{link}}',
  },
  keyBudget: {
    subject: '您的 {{site}} 令牌預算已用 {{percent}}%',
    body: '{{name}}，您好：\n\n您的令牌「{{key}}」有一項預算已用 {{percent}}%。預算用完後，請求會被拒絕，直至下個週期開始。\n\n{{link}}',
  },
  accountBudget: {
    subject: '您的 {{site}} 帳號預算已用 {{percent}}%',
    body: '{{name}}，您好：\n\n您的帳號有一項預算已用 {{percent}}%。預算用完後，請求會被拒絕，直至下個週期開始。\n\n{{link}}',
  },
  notification: { subject: '{{title}}', body: '{{text}}\n\n{{link}}' },
  invoice: {
    subject: '您的 {{site}} 帳單（{{month}}）',
    body: '{{name}}，您好：\n\n您 {{month}} 的帳單（編號 {{number}}）已產生，金額為 {{amount}}。\n\n{{link}}',
  },
  passwordChanged: {
    subject: '您的 {{site}} 密碼已修改',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號的密碼已修改。\n\n如並非您本人操作，請立即重設密碼，並聯絡 {{site}} 的管理員。\n\n{{link}}',
  },
  emailChanged: {
    subject: '您的 {{site}} 電郵地址已更改',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已改用其他電郵地址，此地址不再使用。\n\n如並非您本人操作，請立即聯絡 {{site}} 的管理員。',
  },
  authenticatorAdded: {
    subject: '{{site}} 已開啟雙重驗證',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已加入驗證應用程式，以後登入需要輸入其驗證碼。\n\n如並非您本人操作，請立即修改密碼，並聯絡 {{site}} 的管理員。\n\n{{link}}',
  },
  authenticatorRemoved: {
    subject: '{{site}} 已關閉雙重驗證',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已移除驗證應用程式。\n\n如並非您本人操作，請修改密碼，並重新設定驗證應用程式。\n\n{{link}}',
  },
  passkeyAdded: {
    subject: '您的 {{site}} 帳號已加入通行密鑰',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已加入一個通行密鑰，用它登入毋須密碼。\n\n如並非您本人操作，請移除它並修改密碼。\n\n{{link}}',
  },
  passkeyRemoved: {
    subject: '您的 {{site}} 帳號已移除通行密鑰',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已移除一個通行密鑰，不能再用它登入。\n\n如並非您本人操作，請修改密碼。\n\n{{link}}',
  },
  identityLinked: {
    subject: '您的 {{site}} 帳號已綁定第三方登入',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已綁定一個第三方帳號，可用它登入。\n\n如並非您本人操作，請解除綁定並修改密碼。\n\n{{link}}',
  },
  identityUnlinked: {
    subject: '您的 {{site}} 帳號已解除綁定第三方登入',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已解除綁定一個第三方帳號，不能再用它登入。\n\n如並非您本人操作，請修改密碼。\n\n{{link}}',
  },
  accessTokenMade: {
    subject: '您的 {{site}} 帳號已建立存取令牌',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已建立一個存取令牌，指令碼可用它管理此帳號。\n\n如並非您本人操作，請撤銷它並修改密碼。\n\n{{link}}',
  },
  telegramLinked: {
    subject: '您的 {{site}} 帳號已綁定 Telegram',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已綁定一個 Telegram 帳號，可以透過機械人查詢餘額、使用兌換碼。\n\n如並非您本人操作，請解除綁定並修改密碼。\n\n{{link}}',
  },
  telegramUnlinked: {
    subject: '您的 {{site}} 帳號已解除綁定 Telegram',
    body: '{{name}}，您好：\n\n您的 {{site}} 帳號已與 Telegram 帳號解除綁定，機械人不再顯示此帳號的資料。\n\n如並非您本人操作，請修改密碼。\n\n{{link}}',
  },
  test: {
    subject: '{{site}} 測試電郵',
    body: '{{site}} 已可發送電郵。',
  },
};

export default texts;
