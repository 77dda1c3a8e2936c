/** What the extension uses of the documented API of extensions. */
declare namespace chrome {
  interface Sender { id?: string; url?: string; tab?: { id?: number } }
  const storage: {
    local: {
      get(key: string): Promise<Record<string, any>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(key: string): Promise<void>;
      setAccessLevel(access: { accessLevel: 'TRUSTED_CONTEXTS' | 'TRUSTED_AND_UNTRUSTED_CONTEXTS' }): Promise<void>;
    };
  };
  const permissions: {
    contains(asked: { origins: string[] }): Promise<boolean>;
    request(asked: { origins: string[] }): Promise<boolean>;
  };
  const runtime: {
    id: string;
    getURL(path: string): string;
    sendMessage(message: unknown): Promise<any>;
    onMessage: { addListener(heard: (message: any, sender: Sender, send: (told: unknown) => void) => boolean): void };
  };
}
