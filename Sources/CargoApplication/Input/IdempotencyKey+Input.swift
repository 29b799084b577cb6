extension IdempotencyKey: InputText {}
